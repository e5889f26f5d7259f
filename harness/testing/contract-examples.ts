import { bodySchema, type OperationId } from '../contract/operations.ts';
import { object, serviceAt } from '../contract/service.ts';

/** The example of a response's body in the contract. */
export function contractExample(operation: OperationId, status: number) {
  return serviceAt(`${bodySchema(operation, status)}`.replace(/schema$/, 'example'));
}

const { account, ...order } = contractExample('getOnrampOrder', 200);

/** The contract's example of an onramp order, without its account. */
export const ORDER = order;

/** The account in the contract's example of an onramp order. */
export const ACCOUNT = object(account);
