import type {
  DailyCall,
  DailyCallFactory,
  DailyCallStaticUtils,
  DailyEvent,
  DailyEventObject,
} from '@daily-co/daily-js';
import {
  type Call,
  type CallEvent,
  type CallEventName,
  type CallFactory,
  CallObject,
} from '@kindling/call';
import { expect, it } from 'vitest';
import { METHOD_NAMES } from '../../packages/call/src/call-object/method-table.ts';
import { CALL_EVENTS } from '../../packages/call/src/frame/event-names.ts';

/** Compiles only while everything that the published types promise is there. */
const asPublished = (call: CallObject): DailyCall => call;
const frameAsPublished = (call: Call): DailyCall => call;
const factoryAsPublished = (factory: CallFactory): DailyCallFactory & DailyCallStaticUtils =>
  factory;

/** Events whose payload is not one of the published type's. */
type Different = {
  [E in DailyEvent]: E extends CallEventName
    ? CallEvent<E> extends DailyEventObject<E>
      ? never
      : E
    : E;
}[DailyEvent];

/** The differences, with their reasons; fails to compile when one is missing here or gone. */
const DIFFERENT_EVENTS: Readonly<Record<Different, string>> = {
  'available-devices-updated': 'a read-only list',
  'camera-error': 'read-only lists',
  'nonfatal-error': 'one more type: room-error',
  'recording-started': 'layouts of the server’s own',
  click: 'fields of the pointer are not named one by one',
  mousedown: 'as click',
  mouseup: 'as click',
  mouseover: 'as click',
  mousemove: 'as click',
  touchstart: 'as click',
  touchmove: 'as click',
  touchend: 'as click',
};

it('has every event of the published call object', () => {
  expect(CALL_EVENTS).toHaveLength(new Set(CALL_EVENTS).size);
  const names: readonly DailyEvent[] = CALL_EVENTS;
  expect(names.length).toBeGreaterThan(70);
  for (const name of Object.keys(DIFFERENT_EVENTS)) expect(CALL_EVENTS).toContain(name);
});

it('has every method of the published call object, each with its rule', () => {
  const names: readonly (keyof DailyCall)[] = METHOD_NAMES;
  for (const name of names) expect(CallObject.prototype, name).toHaveProperty(name);
  // Beside methods of events and fields, every published name has a row.
  type Unruled = Exclude<
    keyof DailyCall,
    (typeof METHOD_NAMES)[number] | 'on' | 'once' | 'off' | 'callClientId' | 'properties'
  >;
  const unruled: readonly Unruled[] = [] satisfies never[] as readonly never[];
  expect(unruled).toEqual([]);
  expect([asPublished, frameAsPublished, factoryAsPublished]).toHaveLength(3);
});
