// Generated from harness/core/file-schemas.ts by `npm run generate`.

import type { ValidateFunction } from 'ajv';

export declare const RecordLine: ValidateFunction;
export declare const SavedDelivery: ValidateFunction;
