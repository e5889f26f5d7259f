import { HarnessError } from '../base/errors.ts';

/** The HarnessError that a function throws; an object without members if it throws none. Other errors are rethrown. */
export function thrownBy(run: () => unknown): Partial<HarnessError> {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof HarnessError) return thrown;
    throw thrown;
  }
  return {};
}
