import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { HarnessError } from '../base/errors.ts';
import { Chain } from '../evidence/record/chain.ts';
import type { Sink } from '../evidence/record/recorder.ts';
import { reasonOf } from './files.ts';

/** The file of a record that is being written. */
export interface RecordFile {
  /** Takes the lines of the record and writes each at once, so that a run that is cut off loses none. Never throws. */
  readonly sink: Sink;
  /** Resolves once a line cannot be written; it and those after it are then missing, and the record ends before it. */
  readonly failed: Promise<HarnessError>;
  /** Why a line could not be written. */
  readonly failure: () => HarnessError | undefined;
  close(): void;
}

/** Makes the file of a record. @param shown its folder in errors */
export function openRecordFile(path: string, shown: string): RecordFile {
  const { promise: failed, resolve: fail } = Promise.withResolvers<HarnessError>();
  const file = openSync(path, 'ax');
  let failure: HarnessError | undefined;
  let size = 0;
  const chain = new Chain();
  const append = (line: string) => {
    const bytes = Buffer.from(`${chain.link(line)}\n`);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    size += bytes.length;
  };
  const sink = (line: string) => {
    if (failure) return;
    try {
      append(line);
    } catch (cause) {
      const problem = `the record in ${shown} cannot be written: ${reasonOf(cause)}`;
      failure = new HarnessError('record-unwritable', 'unreachable', problem, {
        next: 'free disk space, and run again',
        cause,
      });
      // No line may be cut in its middle.
      ftruncateSync(file, size);
      fail(failure);
    }
  };
  return { sink, failed, failure: () => failure, close: () => closeSync(file) };
}
