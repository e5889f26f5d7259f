import { setImmediate } from 'node:timers/promises';
import { codeOf, messageOf } from '../../base/errors.ts';
import { howEnded, killGroup } from '../../world/shell-command.ts';
import type { World } from '../../world/world.ts';

/** Receives what a connection reports. */
export interface Listener {
  /** A line on stdout, without its line feed. */
  line(text: string): void;
  /** Too much output on stdout, with or without line ends. */
  flood(): void;
  /** The adapter has ended or could not be started. Called once, and last. */
  ended(why: string): void;
}

/** A running adapter: lines go in, lines come out. */
export interface Connection {
  send(line: string): void;
  /** The end of its stderr. */
  said(): string;
  /** Closes its stdin, and kills it if it does not end. */
  close(): Promise<void>;
  /** Kills it. */
  kill(): void;
}

/** Starts an adapter. */
export type Launch = (listener: Listener) => Connection;

/** The most output on stdout between two calls, in bytes. */
const MOST_OUTPUT = 8 * 1024 * 1024;
/** How much of stderr is kept, in characters. */
const QUOTED = 2000;
/** How long an adapter may run after its stdin was closed, in milliseconds. */
const CLOSING_MS = 1000;

/** Starts an adapter in a process group, so that all processes that it starts end with it. */
export function launchProcess(world: World, [command = '', ...args]: readonly string[], cwd: string): Launch {
  return ({ line, flood, ended }) => {
    const child = world.spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const kill = () => killGroup(child.pid, 'SIGKILL');
    const lines = cutLines(line, () => {
      kill();
      flood();
    });
    let stderr = '';
    let over = false;
    let reads = 0;
    const whole = Promise.withResolvers<void>();
    const end = (why: string) => {
      if (over) return;
      over = true;
      lines.end();
      ended(why);
      whole.resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      reads++;
      lines.take(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      reads++;
      stderr = (stderr + text).slice(-QUOTED);
    });
    // `ended` reports an adapter that ends before it reads.
    child.stdin?.on('error', () => {});
    child.once('error', error => end(notStarted(command, error)));
    child.once('exit', async (code, signal) => {
      // A child process may hold its streams open. Its own output has been read once the event loop runs without more.
      for (let before = -1; before !== reads && !over; ) {
        before = reads;
        await setImmediate();
        await setImmediate();
      }
      end(howEnded(code, signal));
    });
    child.once('close', (code, signal) => end(howEnded(code, signal)));
    return {
      send: text => {
        lines.forget();
        child.stdin?.write(`${text}\n`);
      },
      said: () => stderr.trim(),
      kill,
      // Its last output may arrive after its exit.
      close: async () => {
        if (over) return;
        const timer = world.after(CLOSING_MS, kill);
        child.once('exit', kill);
        child.stdin?.end();
        await whole.promise;
        timer.cancel();
      },
    };
  };
}

function cutLines(onLine: (text: string) => void, onFlood: () => void) {
  let rest = '';
  let taken = 0;
  let over = false;
  return {
    take(text: string): void {
      if (over) return;
      taken += text.length;
      if (taken > MOST_OUTPUT) {
        over = true;
        rest = '';
        return void onFlood();
      }
      const end = text.lastIndexOf('\n');
      const lines = end < 0 ? [] : (rest + text.slice(0, end)).split('\n');
      rest = end < 0 ? rest + text : text.slice(end + 1);
      for (const line of lines) onLine(line.replace(/\r$/, ''));
    },
    /** Restarts the count towards the limit. */
    forget(): void {
      taken = rest.length;
    },
    /** Ends the output. A last line may lack its line feed. */
    end(): void {
      if (rest !== '' && !over) onLine(rest);
      rest = '';
    },
  };
}

function notStarted(command: string, error: Error): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `there is no program ${command}`;
  return code === 'EACCES' ? `${command} is not a program, or may not be executed` : messageOf(error);
}
