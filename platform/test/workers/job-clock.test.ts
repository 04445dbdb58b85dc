import { expect, test } from 'vitest';
import { type ExceededTime, JobClock } from '../../src/workers/job-clock.ts';

/** A clock of a machine that gives this share of a processor to the process. */
class Machine {
  #now = 0;
  #processorTime = 0;
  readonly clock = new JobClock({
    now: () => this.#now,
    processorTime: () => this.#processorTime,
  });

  /** Lets seconds pass, with a check of the jobs after each. */
  pass(seconds: number, share: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.#now += 1_000;
      this.#processorTime += share * 1_000;
      this.clock.look();
    }
  }
}

function started(machine: Machine) {
  const exceeded: ExceededTime[] = [];
  const end = machine.clock.start(60_000, (limit) => exceeded.push(limit));
  return { exceeded, end };
}

test('a job that works all the time reaches its limit after that time', () => {
  const machine = new Machine();
  const { exceeded } = started(machine);
  machine.pass(59, 1);
  expect(exceeded).toEqual([]);
  machine.pass(2, 1);
  expect(exceeded).toEqual([{ ms: 60_000, isBusy: false }]);
});

test('a job that gets half of a processor may take twice the time', () => {
  const machine = new Machine();
  const { exceeded } = started(machine);
  machine.pass(119, 0.5);
  expect(exceeded).toEqual([]);
  machine.pass(1, 0.5);
  expect(exceeded).toEqual([{ ms: 60_000, isBusy: false }]);
});

test('two jobs share the time of the process', () => {
  const machine = new Machine();
  const [one, other] = [started(machine), started(machine)];
  machine.pass(100, 1);
  other.end();
  machine.pass(9, 1);
  expect(one.exceeded).toEqual([]);
  machine.pass(1, 1);
  expect(one.exceeded).toEqual([{ ms: 60_000, isBusy: false }]);
  expect(other.exceeded).toEqual([]);
});

test('other threads of the process do not use up the time of a job', () => {
  const machine = new Machine();
  const { exceeded } = started(machine);
  machine.pass(59, 4);
  expect(exceeded).toEqual([]);
});

test('a job that gets hardly any time is ended at last, and the machine is blamed', () => {
  const machine = new Machine();
  const { exceeded } = started(machine);
  machine.pass(299, 0.1);
  expect(exceeded).toEqual([]);
  machine.pass(1, 0.1);
  expect(exceeded).toEqual([{ ms: 300_000, isBusy: true }]);
});

test('the time before a job started does not count', () => {
  const machine = new Machine();
  started(machine).end();
  machine.pass(1, 1);
  const later = started(machine);
  machine.pass(59, 1);
  expect(later.exceeded).toEqual([]);
});
