import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { HarnessError } from '../core/errors.ts';
import { writeWhole } from '../core/write-whole.ts';
import { linesIn } from '../record/lines-in.ts';
import type { Sink } from '../record/recorder.ts';
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
  let file = openSync(path, 'ax');
  let failure: HarnessError | undefined;
  let size = 0;
  const attempt = (write: () => void, undo?: () => void) => {
    if (failure) return;
    try {
      write();
    } catch (cause) {
      const problem = `the record in ${shown} cannot be written: ${reasonOf(cause)}`;
      failure = new HarnessError('record-unwritable', 'unreachable', problem, {
        next: 'free disk space, and run again',
        cause,
      });
      undo?.();
      fail(failure);
    }
  };
  const append = (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    size += bytes.length;
  };
  // No line may be cut in its middle.
  const sink = (line: string) =>
    attempt(
      () => append(line),
      () => ftruncateSync(file, size),
    );
  // The file is replaced, so that a record that is cut off is either as it was or as it should be.
  const rewrite = (lines: ReadonlyMap<number, string>) =>
    attempt(() => {
      const before = openSync(path, 'r');
      try {
        writeWhole(path, replaced(linesIn(before), lines));
      } finally {
        closeSync(before);
      }
      closeSync(file);
      file = openSync(path, 'a');
      size = statSync(path).size;
    });
  return { sink: Object.assign(sink, { rewrite }), failed, failure: () => failure, close: () => closeSync(file) };
}

function* replaced(lines: Iterable<string>, others: ReadonlyMap<number, string>): Generator<string> {
  let number = 0;
  for (const line of lines) if (line !== '') yield `${others.get(number++) ?? line}\n`;
}
