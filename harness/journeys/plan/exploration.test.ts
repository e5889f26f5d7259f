import { expect, test } from 'vitest';
import { Exploration, type ExplorationMove, type MoveOutcome } from './exploration.ts';

/** What a service does with the moves of one order, which it is given one after another. */
type Order = (move: string) => MoveOutcome;

const nameOf = ({ event, mismatch }: ExplorationMove) => [event, mismatch].filter(Boolean).join(' ');

/** A service with the states that the specification implies, which refuses everything else. */
function strict(): Order {
  const moves: { readonly [state: string]: { readonly [move: string]: string } } = {
    new: {
      deposit_detected: 'detected',
      'deposit_detected less': 'held',
      'deposit_detected more': 'held',
      wrong_chain: 'stranded',
      expire: 'expired',
      fail: 'failed',
    },
    detected: { deposit_confirmed: 'confirmed', fail: 'failed' },
    held: { fail: 'failed' },
    confirmed: { disburse: 'disbursed', fail: 'failed' },
  };
  let state = 'new';
  return move => {
    const next = moves[state]?.[move];
    state = next ?? state;
    return next === undefined ? 'stayed' : 'moved';
  };
}

/** Drives orders one after another. @returns for each, its moves with their outcomes */
function drive(exploration: Exploration, orders: number, service: () => Order) {
  return Array.from({ length: orders }, () => {
    const order = service();
    const taken: string[] = [];
    const walk = exploration.walk();
    for (let turn = walk.next(); !turn.done; ) {
      const outcome = order(nameOf(turn.value));
      taken.push(`${nameOf(turn.value)} ${outcome}`);
      turn = walk.next(outcome);
    }
    return taken;
  });
}

test('An exploration tries every step from every state of a service with few states, with eight orders', () => {
  const exploration = new Exploration();
  const walks = drive(exploration, 8, strict);
  expect(exploration.coverage.tried).toBe(exploration.coverage.known);
  const seen = new Set(
    walks.flatMap(walk =>
      walk.map((move, index) => [...walk.slice(0, index).filter(each => each.endsWith('moved')), move].join()),
    ),
  );
  expect(seen.size).toBe(exploration.coverage.known);
});

test('An exploration does not go again where an order stayed, although others were moved there', () => {
  const exploration = new Exploration();
  // Late webhooks make some refused steps look accepted.
  drive(exploration, 5, () => () => 'moved');
  const walks = drive(exploration, 20, strict);
  for (const walk of walks) {
    const steps = walk.map((move, index) =>
      [...walk.slice(0, index).filter(each => each.endsWith('moved')), move].join(),
    );
    const repeats = steps.filter(step => steps.filter(other => other === step).length > 3);
    expect(repeats).toEqual([]);
  }
});

test.each<MoveOutcome>(['moved', 'stayed'])('An exploration ends where every order has %s', outcome => {
  for (const walk of drive(new Exploration(), 40, () => () => outcome)) {
    expect(walk.length).toBeGreaterThan(0);
    expect(walk.length).toBeLessThanOrEqual(26);
  }
});

test('An exploration gives an order up when an answer does not tell what became of it', () => {
  const walks = drive(new Exploration(), 2, () => () => 'unknown');
  expect(walks).toEqual([['deposit_confirmed unknown'], ['deposit_detected unknown']]);
});

test('An exploration does not go on to a state that a refusal proves to be out of reach', () => {
  const exploration = new Exploration();
  drive(exploration, 12, () => () => 'stayed');
  expect(exploration.coverage).toEqual({ tried: 8, known: 8 });
});
