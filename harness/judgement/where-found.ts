import type { Delivery } from '../evidence/evidence.ts';
import { placesOf } from '../evidence/interpretation.ts';
import type { View } from '../evidence/view.ts';
import type { Finding, JudgedUnder, Shown } from './checks/judge.ts';
import { type TraitsSeen, traitsSeen } from './traits-of-sightings.ts';
import { valuesInCommon } from './values-in-common.ts';

/** A trait is a condition if chance so rarely picks only sightings that have it: more rarely, if right ones do too. */
const RARELY = 0.05;
const HARDLY_EVER = 0.001;

/**
 * The findings of a run, each with the condition under which alone it was seen, if there is one: what all its sightings
 * share, and few or none of those that are right.
 */
export function nameConditions(view: View, { findings, shownBy }: JudgedUnder): readonly Finding[] {
  if (findings.length === 0) return findings;
  const seen = traitsSeen(view);
  const deliveries = new Map(view.deliveries.map(one => [one.id, one]));
  const ids = new Set(view.deliveries.map(one => placesOf(one, view.interpretation).eventId));
  const read = (some: readonly string[]): readonly Delivery[] => some.flatMap(id => deliveries.get(id) ?? []);
  return findings.map(finding => {
    const { wrong, right } = onOneLevel(seen, shownBy(finding));
    const of = (id: string) => seen.get(id)?.traits ?? [];
    const all = (id: string) => [...of(id), ...(seen.get(id)?.context ?? [])];
    const sharedBy = (traits: typeof of) =>
      traits(wrong[0] ?? '').filter(trait => wrong.every(id => traits(id).includes(trait)));
    // What the message says already holds of all that can be compared.
    const told = sharedBy(all).filter(trait => says(finding.message, trait));
    const others = right.filter(id => told.every(trait => all(id).includes(trait)));
    if (wrong.length === 0 || others.length === 0) return finding;
    const [best] = sharedBy(of)
      .filter(trait => !told.includes(trait))
      .map(trait => ({ trait, same: others.filter(id => of(id).includes(trait)).length }))
      .filter(
        ({ same }) =>
          same <= wrong.length && chanceOf(wrong.length, same, others.length) <= (same > 0 ? HARDLY_EVER : RARELY),
      )
      .sort((a, b) => a.same - b.same);
    // That an answer succeeds is no condition that anybody could name.
    if (best?.trait.startsWith('status 2')) return finding;
    const value = best?.same === 0 ? undefined : valuesInCommon(read(wrong), read(others), ids);
    const named = value === undefined ? best : { trait: value, same: 0 };
    const only = named && inWords(named.trait, wrong.length, named.same, others.length - named.same);
    if (only !== undefined) return { ...finding, only };
    const some = `some: ${share(wrong.length, others.length)}, and nothing known sets them apart`;
    // What a requirement holds for may be what advice on it is about.
    return told.length === 0 || finding.severity === 'advice' ? finding : { ...finding, only: some };
  });
}

/** Whether the words of a message tell a trait. */
function says(message: string, trait: string): boolean {
  const words = trait === 'redeliveries' ? 'a redelivery' : trait.replace(/^(status|calls of) /, '');
  return ` ${message.replace(/[,:]/g, '')} `.includes(` ${words} `);
}

/** How likely it is that so many of all sightings, taken by chance, have a trait that so many of the others have. */
function chanceOf(wrong: number, same: number, others: number): number {
  let chance = 1;
  for (let nth = 1; nth <= wrong; nth++) chance *= (same + nth) / (others + nth);
  return chance;
}

function inWords(trait: string, wrong: number, same: number, rest: number): string {
  return `${trait}: ${share(wrong, same)}, and ${rest === 1 ? 'not the other one' : `none of the other ${rest}`}`;
}

function share(wrong: number, right: number): string {
  if (right === 0) return wrong === 1 ? 'this one is wrong' : `all ${wrong} of these are wrong`;
  return `${wrong} of these ${wrong + right} ${wrong === 1 ? 'is' : 'are'} wrong`;
}

/**
 * Sightings that can be compared: where they are of several kinds, a delivery stands for the call that it came of, and
 * a call for its order.
 */
function onOneLevel(seen: ReadonlyMap<string, TraitsSeen>, { wrong, right }: Shown): Shown {
  const [own, others] = [wrong, right].map(ids => ids.flatMap(id => seen.get(id)?.level ?? []));
  // Webhooks are compared with webhooks, or with orders that got none. Calls that are right say nothing of them.
  const level = Math.max(...(own ?? []), others?.every(one => one === 2) ? 2 : 0);
  const lift = (id: string | undefined): string | undefined =>
    id === undefined || seen.get(id)?.level === level ? id : lift(seen.get(id)?.owner);
  const all = (ids: readonly string[]) => new Set(ids.flatMap(id => lift(id) ?? []));
  return { wrong: [...all(wrong)], right: [...all(right).difference(all(wrong))] };
}
