import { ownFile } from '../base/own-files.ts';

/**
 * Every language of `gate --init`: the file of its adapter in `sdk/adapters`, which needs no packages and whose name is
 * kept, the words of its command before the file, and what must be installed.
 */
const LANGUAGES = {
  typescript: { file: 'gate-adapter.ts', runs: ['node'], needs: 'Node 22.18 or later' },
  python: { file: 'gate_adapter.py', runs: ['python3'], needs: 'Python 3.9 or later' },
  perl: { file: 'gate_adapter.pl', runs: ['perl'], needs: 'Perl 5.32 or later' },
  ruby: { file: 'gate_adapter.rb', runs: ['ruby'], needs: 'Ruby 3.0 or later' },
  php: { file: 'gate_adapter.php', runs: ['php'], needs: 'PHP 8.1 or later' },
  go: { file: 'gate_adapter.go', runs: ['go', 'run'], needs: 'Go 1.19 or later' },
  java: { file: 'GateAdapter.java', runs: ['java'], needs: 'Java 17 or later' },
} as const;

type Language = keyof typeof LANGUAGES;

/** The languages, in the order of the table. */
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[];

/** What `gate --init` writes for a language, and the command that runs it in its folder. */
export function templateOf(language: Language) {
  const template = LANGUAGES[language];
  const { file, runs } = template;
  return { ...template, url: ownFile(`harness/gates/sdk/adapters/${file}`), command: [...runs, file] };
}

/**
 * The correct webhook handlers that `gate --init` writes. Each is one process, which `restart.sh` can kill, with the
 * commands `serve STORE PORT` and `credits STORE`.
 */
const HANDLERS = {
  'handler-python': { file: 'backend.py', runs: 'python3', needs: 'Python 3.9 or later' },
  'handler-typescript': { file: 'backend.ts', runs: 'node', needs: 'Node 22.18 or later' },
} as const;

type HandlerName = keyof typeof HANDLERS;

/** The names of the example handlers. */
export const HANDLER_NAMES = Object.keys(HANDLERS) as readonly HandlerName[];

const PORT = 3000;
const ENDPOINT = `http://127.0.0.1:${PORT}/webhooks`;

/** The files that `gate --init` writes, and their commands. @param at the path of a file where the commands run */
export function exampleHandler(name: HandlerName, at: (file: string) => string) {
  const { file, runs, needs } = HANDLERS[name];
  const handler = `${runs} ${at(file)}`;
  const restart = `bash ${at('restart.sh')} ${at('backend.pid')} ${PORT} ${handler} serve ${at('credits.db')} ${PORT}`;
  const files = [file, 'restart.sh'].map(own => ({
    name: own,
    url: ownFile(`harness/gates/endpoint/examples/${own}`),
  }));
  return { files, needs, restart, credits: `${handler} credits ${at('credits.db')}`, endpoint: ENDPOINT };
}
