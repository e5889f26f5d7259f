import { spawnSync } from 'node:child_process';
import { HarnessError } from '../base/errors.ts';
import { loadCommand } from '../cli/command.ts';
import { parseCommandLine } from '../cli/dispatch.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';

/** A shell in which the harness prints its arguments, one per line, and an empty line. */
const SHELL = `npm() { shift 4; for word in "$@"; do printf '%s\\n' "$word"; done; echo; }\n`;
/** Words that a shell leaves unchanged. Starting a shell for them would dominate the time of some tests. */
const PLAIN = /^[\w\s./:=@,+-]*$/;
/** Errors of a command line itself, as opposed to errors about what it names, such as a missing file. */
const OF_THE_LINE = /^(option-|operands$)/;

/**
 * The harness's command lines in its output, each as the words that a shell reads. A command ends at the end of its
 * line or at a backtick.
 */
export function printedCommands(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').flatMap(line => {
    const [, ...found] = line.startsWith('Usage:') ? [] : line.split(ownCommand());
    return found.map(command => command.split('`')[0] ?? '');
  });
  if (lines.every(line => PLAIN.test(line)))
    return lines.map(line => line.trim().split(/\s+/)).filter(([name]) => name !== '');
  const script = SHELL + lines.map(line => `${ownCommand()}${line}\n`).join('');
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: {} });
  if (stderr !== '') throw new Error(`a shell cannot read a printed command: ${stderr}`);
  return stdout
    .split('\n\n')
    .filter(words => words !== '')
    .map(words => words.split('\n'));
}

/** The errors of the printed command lines in a text, by the harness's option tables; empty if there are none. */
export async function wrongCommands(text: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name = '', ...words] of printedCommands(text)) {
    if (name === '--help') continue;
    if (!Object.hasOwn(COMMANDS, name)) wrong.push(`there is no command ${name}`);
    else if (!words.includes('--help')) {
      const command = await loadCommand(name as CommandName);
      try {
        parseCommandLine(command, words, '/');
      } catch (thrown) {
        if (!(thrown instanceof HarnessError)) throw thrown;
        if (OF_THE_LINE.test(thrown.code)) wrong.push(`${name} ${words.join(' ')}: ${thrown.message}`);
      }
    }
  }
  return wrong;
}
