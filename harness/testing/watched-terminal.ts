import type { HostProcess } from '../cli/command.ts';
import { type FakeWorld, fakeWorld } from './fake-world.ts';
import { Screen } from './screen.ts';

/** A process on a terminal of a width, with its screen, all that it wrote, and its clock. */
export interface WatchedTerminal {
  readonly host: HostProcess;
  readonly screen: Screen;
  readonly written: () => string;
  readonly world: FakeWorld;
}

/** Makes a process on a terminal. @param columns its width; undefined where it is no terminal */
export function watchedTerminal(columns: number | undefined): WatchedTerminal {
  const screen = new Screen(columns ?? Number.POSITIVE_INFINITY);
  const world = fakeWorld();
  let written = '';
  const write = (text: string) => {
    written += text;
    screen.write(text);
  };
  const isTerminal = columns !== undefined;
  const host: HostProcess = {
    ...{ out: write, err: write, world, env: {}, cwd: '/' },
    written: async () => undefined,
    interactive: isTerminal,
    columns: () => columns,
    colours: { out: isTerminal, err: isTerminal },
    onInterrupt: () => () => {},
    onCrash: () => () => {},
  };
  return { host, screen, written: () => written, world };
}
