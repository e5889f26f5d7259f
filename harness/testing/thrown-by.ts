import { HarnessError } from '../base/errors.ts';

/** The error of the harness that some code throws; without members where it throws none. Others stay thrown. */
export function thrownBy(run: () => unknown): Partial<HarnessError> {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof HarnessError) return thrown;
    throw thrown;
  }
  return {};
}
