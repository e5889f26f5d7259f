// Generated from harness/settings/file-schemas.ts by `npm run generate`.

import type { ValidateFunction } from 'ajv';
import type { FILE_SCHEMAS } from '../../settings/file-schemas.ts';
import type { Of } from '../../base/schema.ts';
import type { Lifecycle as LifecycleFile } from '../../facts/lifecycle/lifecycle.ts';
import type { Statement as StatementFile } from '../../report/statement/statement.ts';

export declare const RecordLine: ValidateFunction<Of<(typeof FILE_SCHEMAS)['RecordLine']>>;
export declare const SavedDelivery: ValidateFunction<Of<(typeof FILE_SCHEMAS)['SavedDelivery']>>;
export declare const KnownFailures: ValidateFunction<Of<(typeof FILE_SCHEMAS)['KnownFailures']>>;
export declare const EarlierRun: ValidateFunction<Of<(typeof FILE_SCHEMAS)['EarlierRun']>>;
export declare const Facts: ValidateFunction;
export declare const Lifecycle: ValidateFunction<LifecycleFile>;
export declare const Statement: ValidateFunction<StatementFile>;
