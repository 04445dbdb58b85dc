import { describe, expect, it } from 'vitest';
import { preserveCase } from '../../../src/tools/workflows/find/preserve-case.ts';

describe('the case of a replaced text', () => {
  it.each([
    ['Saved Location', 'stored location', 'saved location', 'Stored Location'],
    ['Saved location', 'stored location', 'saved location', 'Stored location'],
    ['saved location', 'Stored Location', 'Saved Location', 'stored location'],
    ['SAVED LOCATION', 'stored location', 'saved location', 'STORED LOCATION'],
    ['Saved-Location', 'stored-place', 'saved-location', 'Stored-Place'],
    ['Saved Location', 'place', 'saved location', 'Place'],
    ['Saved Location', 'place that stays', 'saved location', 'Place That Stays'],
    ['Saved location', 'place that stays', 'saved location', 'Place that stays'],
    ['Webhook', 'event hook', 'webhook', 'Event hook'],
    ['webhook', 'GitHub', 'webhook', 'GitHub'],
    ['webhook', 'Event Hub', 'webhook', 'Event Hub'],
    ['event bus', 'Acme GitHub', 'event bus', 'Acme GitHub'],
    ['Straße frei', 'éclair là', 'straße frei', 'Éclair là'],
    ['12', '13', '12', '13'],
  ])('keeps that of %j in %j', (found, text, asked, expected) => {
    expect(preserveCase(found, text, asked)).toBe(expected);
  });
});
