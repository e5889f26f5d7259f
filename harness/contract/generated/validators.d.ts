// Generated from openapi/ by `npm run generate`.

import type { ValidateFunction } from 'ajv';

export declare const ResolveRequest: ValidateFunction;
export declare const ResolveResult: ValidateFunction;
export declare const VerifiedAccount: ValidateFunction;
export declare const EnquiryError: ValidateFunction;
export declare const OnrampOrder: ValidateFunction;
export declare const AccountRecord: ValidateFunction;
export declare const OnrampError: ValidateFunction;
export declare const SimulateRequest: ValidateFunction;
export declare const WebhookEvent: ValidateFunction;
export declare const DecimalString: ValidateFunction;
export declare const Identifier: ValidateFunction;
export declare const Timestamp: ValidateFunction;
export declare const Open: ValidateFunction;
