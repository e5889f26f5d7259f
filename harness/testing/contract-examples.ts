import { bodySchema, type OperationId } from '../contract/operations.ts';
import { serviceAt } from '../contract/service.ts';
import { object } from '../contract/source.ts';

/** The example of a response's body in the contract. */
export function contractExample(operation: OperationId, status: number) {
  return serviceAt(`${bodySchema(operation, status)}`.replace(/schema$/, 'example'));
}

const { account, ...order } = contractExample('getOnrampOrder', 200);

/** An onramp order without an account, as the contract has it. */
export const ORDER = order;

/** The account of an onramp order, as the contract has it. */
export const ACCOUNT = object(account);
