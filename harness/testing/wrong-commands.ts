import { spawnSync } from 'node:child_process';
import { HarnessError } from '../base/errors.ts';
import { loadCommand } from '../cli/command.ts';
import { parseCommandLine } from '../cli/parse-command-line.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';

/** A shell in which the program of the harness prints its words, one a line, and an empty line. */
const SHELL = `npm() { shift 4; for word in "$@"; do printf '%s\\n' "$word"; done; echo; }\n`;
/** Words that a shell makes nothing else of. A shell for each of them takes most of the time of some tests. */
const PLAIN = /^[\w\s./:=@,+-]*$/;
/** Errors of a command line. Others are about what it names: a file that is not there, say. */
const OF_THE_LINE = /^(option-|operands$)/;

/**
 * The command lines of the harness in a text that it printed, each as the words that a shell makes of it. A command
 * ends at the end of its line, or at a backtick.
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

/** What is wrong with the command lines in a text that the harness printed, by its own option tables; else empty. */
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
