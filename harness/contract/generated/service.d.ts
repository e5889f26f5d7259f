// Generated from openapi/ by `npm run generate`.

export interface paths {
    "/v1/banks/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a bank account
         * @description Resolves an account number and a bank code to the account holder's name and the bank's name.
         */
        post: operations["resolveBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onramp/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an onramp order
         * @description Reads one onramp order by its identifier. The request has no body.
         */
        get: operations["getOnrampOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/collection-orders/{order_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a step of a collection order
         * @description Simulates one step of a collection order and fires the real signed webhook of that transition, which is delivered
         *     the same way as in production. Once a session is created, the happy path is
         *     `deposit_detected`, `deposit_confirmed`, `disburse`.
         */
        post: operations["simulateCollectionOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/client/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Client session (preview)
         * @description Parameters, payload and responses are not specified.
         */
        get: operations["getClientSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/client/session/refresh_quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the quote of a client session (preview)
         * @description Parameters, payload and responses are not specified.
         */
        post: operations["refreshClientSessionQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/client/session/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Select in a client session (preview)
         * @description Parameters, payload and responses are not specified.
         */
        post: operations["selectClientSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/client/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Client telemetry (preview)
         * @description Parameters, payload and responses are not specified.
         */
        post: operations["recordClientTelemetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "disbursement.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The disbursement of a collection order completed
         * @description The only signal on which the customer may be credited. Delivered at least once, so the receiver credits once
         *     per event id.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A comma-separated list of `k=v` pairs: `t` and one or more `v1`, several during key rotation. A `v1` is the
                     *     lowercase hex HMAC-SHA256, keyed with the signing secret, over `<t>.<raw body>` with the exact bytes sent. The
                     *     receiver compares digests in constant time, accepts if any `v1` matches, rejects a `t` more than 300 seconds
                     *     before or after the current time, and de-duplicates on the event id.
                     *
                     *     `Service-Signature` is a placeholder for a branded name. The unit of `t` is not specified.
                     * @example t=1763640000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                     */
                    [name: `${string}-Signature`]: components["parameters"]["ServiceSignature"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: components["requestBodies"]["WebhookEvent"];
            responses: {
                default: components["responses"]["Acknowledgement"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The bank account to resolve. */
        ResolveRequest: {
            /** @description Number of the account. */
            account_number: string;
            /** @description Code of the bank. */
            bank_code: string;
        };
        /** @description A resolved enquiry. */
        ResolveResult: {
            /** @description A boolean whose value is not specified. */
            status: boolean;
            /** @description The resolved account. */
            data: components["schemas"]["VerifiedAccount"];
        };
        /** @description The holder and the bank of an account. */
        VerifiedAccount: {
            /** @description Name of the account holder. */
            account_name: string;
            /** @description Number of the account. */
            account_number: string;
            /** @description Code of the bank. */
            bank_code: string;
            /** @description Name of the bank. */
            bank_name: string;
        };
        /** @description The error of a name enquiry. */
        EnquiryError: {
            /** @description Code of the error. Its values and their conditions are not specified. */
            code: string;
            error: string;
            /** @description A boolean whose value is not specified. */
            status: boolean;
        };
        /**
         * @description A source amount, converted into a destination amount at a quoted rate, for a destination address. Of a field
         *     without a description, the specification states the name and the type.
         */
        OnrampOrder: {
            /** @description Identifier of the order. */
            id: components["schemas"]["Identifier"];
            reference: string;
            customer_id: components["schemas"]["Identifier"];
            status: string;
            flow_type: string;
            execution_mode: string;
            source_currency: string;
            source_amount: components["schemas"]["DecimalString"];
            destination_currency: string;
            destination_amount: components["schemas"]["DecimalString"];
            destination_address: string;
            quoted_rate: components["schemas"]["DecimalString"];
            /** @description A free-form object. */
            metadata: {
                [key: string]: unknown;
            };
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The nested payment account record. How an order without one is written is not specified. */
            account?: components["schemas"]["AccountRecord"] | null;
        };
        /** @description A payment account record. Of its fields, the specification states the names and the types. */
        AccountRecord: {
            id: components["schemas"]["Identifier"];
            reference: string;
            provider: string;
            provider_reference: string;
            type: string;
            status: string;
            account_name: string;
            account_number: string;
            bank_code: string;
            bank_name: string;
            amount: components["schemas"]["DecimalString"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The error of an onramp order request. */
        OnrampError: {
            /** @description Code of the error. Its values and their conditions are not specified. */
            code: string;
            message: string;
        };
        /** @description One step of a collection order. */
        SimulateRequest: {
            /**
             * @description - `deposit_detected`: a deposit for the order has landed
             *     - `deposit_confirmed`: the deposit is confirmed on-chain
             *     - `disburse`: the order settles and the disbursement completes
             *     - `wrong_chain`: the deposit arrived on the wrong network
             *     - `expire`: the order's locked quote expires unpaid
             *     - `fail`: the order fails
             * @enum {string}
             */
            event: "deposit_detected" | "deposit_confirmed" | "disburse" | "wrong_chain" | "expire" | "fail";
            /** @description Only with `deposit_detected`. The received amount, to force an amount mismatch. */
            received_amount?: components["schemas"]["DecimalString"];
            /** @description Only with `wrong_chain`. The network on which the deposit arrived. */
            received_network?: string;
        } & ({
            /** @constant */
            event: "deposit_detected";
            received_network?: never;
        } | {
            /** @constant */
            event: "wrong_chain";
            received_amount?: never;
        } | {
            /** @enum {unknown} */
            event: "deposit_confirmed" | "disburse" | "expire" | "fail";
            received_amount?: never;
            received_network?: never;
        });
        /**
         * @description The event. The receiver de-duplicates on its id. The fields that hold the event id, the event name and the order
         *     are not specified.
         */
        WebhookEvent: {
            [key: string]: unknown;
        };
        /**
         * decimal string
         * @description A decimal number, written as a string. Bounds are not specified.
         */
        DecimalString: string;
        /** @description An identifier. Its format is not specified. */
        Identifier: string;
        /**
         * timestamp string
         * @description A timestamp. Its format is not specified.
         */
        Timestamp: string;
        /** @description Any value; not specified. */
        Open: unknown;
    };
    responses: {
        /** @description Not specified. */
        Preview: {
            headers: {
                "request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Open"];
            };
        };
        /**
         * @description The receiver's response. Not specified are which responses acknowledge a delivery, how long the service waits
         *     for a response, when and how often it retries, and when it stops.
         */
        Acknowledgement: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
         * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
         */
        IdempotencyKey: string;
        /**
         * @description A comma-separated list of `k=v` pairs: `t` and one or more `v1`, several during key rotation. A `v1` is the
         *     lowercase hex HMAC-SHA256, keyed with the signing secret, over `<t>.<raw body>` with the exact bytes sent. The
         *     receiver compares digests in constant time, accepts if any `v1` matches, rejects a `t` more than 300 seconds
         *     before or after the current time, and de-duplicates on the event id.
         *
         *     `Service-Signature` is a placeholder for a branded name. The unit of `t` is not specified.
         * @example t=1763640000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        ServiceSignature: string;
    };
    requestBodies: {
        /** @description Not specified. */
        Preview: {
            content: {
                "application/json": components["schemas"]["Open"];
            };
        };
        /** @description The event. A redelivery repeats it. */
        WebhookEvent: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
    };
    headers: {
        /** @description Identifies the request, for support. Part of every response, of any status. */
        RequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    resolveBankAccount: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
                 * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_number": "0123456789",
                 *       "bank_code": "044"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        responses: {
            /** @description The account is resolved. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": true,
                     *       "data": {
                     *         "account_name": "Ada Obi",
                     *         "account_number": "0123456789",
                     *         "bank_code": "044",
                     *         "bank_name": "Example Bank"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ResolveResult"];
                };
            };
            /** @description An error. What leads to it is not specified. */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "EXAMPLE_CODE",
                     *       "error": "bank_code is missing",
                     *       "status": false
                     *     }
                     */
                    "application/json": components["schemas"]["EnquiryError"];
                };
            };
            /** @description The API key is missing or not accepted. */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "EXAMPLE_CODE",
                     *       "error": "the API key is not accepted",
                     *       "status": false
                     *     }
                     */
                    "application/json": components["schemas"]["EnquiryError"];
                };
            };
            /** @description An error. What leads to it is not specified. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "EXAMPLE_CODE",
                     *       "error": "something went wrong",
                     *       "status": false
                     *     }
                     */
                    "application/json": components["schemas"]["EnquiryError"];
                };
            };
        };
    };
    getOnrampOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the order. */
                id: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order itself. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "order-1",
                     *       "reference": "ref-1",
                     *       "customer_id": "customer-1",
                     *       "status": "EXAMPLE_STATUS",
                     *       "flow_type": "EXAMPLE_FLOW",
                     *       "execution_mode": "EXAMPLE_MODE",
                     *       "source_currency": "NGN",
                     *       "source_amount": "150000.00",
                     *       "destination_currency": "USDC",
                     *       "destination_amount": "100.00",
                     *       "destination_address": "0x0000000000000000000000000000000000000001",
                     *       "quoted_rate": "1500.00",
                     *       "metadata": {
                     *         "note": "free-form"
                     *       },
                     *       "created_at": "2026-11-20T12:00:00Z",
                     *       "updated_at": "2026-11-20T12:00:00Z",
                     *       "account": {
                     *         "id": "account-1",
                     *         "reference": "ref-2",
                     *         "provider": "EXAMPLE_PROVIDER",
                     *         "provider_reference": "ref-3",
                     *         "type": "EXAMPLE_TYPE",
                     *         "status": "EXAMPLE_STATUS",
                     *         "account_name": "Ada Obi",
                     *         "account_number": "0123456789",
                     *         "bank_code": "044",
                     *         "bank_name": "Example Bank",
                     *         "amount": "150000.00",
                     *         "created_at": "2026-11-20T12:00:00Z",
                     *         "expires_at": "2026-11-20T12:30:00Z",
                     *         "updated_at": "2026-11-20T12:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OnrampOrder"];
                };
            };
            /**
             * @description The order is not returned because of a client error. One of the four defined error responses, or another,
             *     whose body is not specified.
             */
            "4XX": {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "EXAMPLE_CODE",
                     *       "message": "there is no such order"
                     *     }
                     */
                    "application/json": components["schemas"]["OnrampError"] | components["schemas"]["Open"];
                };
            };
            /**
             * @description The order is not returned because of a server error. One of the four defined error responses, or another,
             *     whose body is not specified.
             */
            "5XX": {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "EXAMPLE_CODE",
                     *       "message": "something went wrong"
                     *     }
                     */
                    "application/json": components["schemas"]["OnrampError"] | components["schemas"]["Open"];
                };
            };
        };
    };
    simulateCollectionOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
                 * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the collection order. */
                order_id: components["schemas"]["Identifier"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateRequest"];
            };
        };
        responses: {
            /** @description The step was simulated. Status and body are not specified. */
            "2XX": {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Open"];
                };
            };
            /** @description The step was not simulated. Status and body are not specified. */
            default: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Open"];
                };
            };
        };
    };
    getClientSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            default: components["responses"]["Preview"];
        };
    };
    refreshClientSessionQuote: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
                 * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Preview"];
        responses: {
            default: components["responses"]["Preview"];
        };
    };
    selectClientSession: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
                 * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Preview"];
        responses: {
            default: components["responses"]["Preview"];
        };
    };
    recordClientTelemetry: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A new UUID for each POST. The effect of a reused key and its retention are not specified.
                 * @example 3f1d2c4b-5a69-4788-9b7a-0c1d2e3f4a5b
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Preview"];
        responses: {
            default: components["responses"]["Preview"];
        };
    };
}
