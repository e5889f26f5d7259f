import { BROKEN_ROWS } from './broken-rows.ts';
import { CHANGING_ROWS } from './changing-rows.ts';
import type { ClientRow } from './client-case.ts';
import { ERROR_ROWS } from './error-rows.ts';
import { SOUND_ROWS } from './sound-rows.ts';

/** Every single call that an SDK is asked for. */
export const CLIENT_ROWS: readonly ClientRow[] = [...SOUND_ROWS, ...CHANGING_ROWS, ...ERROR_ROWS, ...BROKEN_ROWS];
