/** Maximum number of pending values with the same labels. */
const MAX_WAITING = 256;

/** The pending values with the same labels, and those with further labels. */
interface Series {
  readonly labels: readonly string[];
  readonly further: Map<string, Series>;
  values: number[];
}

/**
 * Values of a metric that are passed on together: when the metric is read, or when many are pending. Passing on each of
 * them takes several times as long, because the library checks and hashes its labels in the middle of other work.
 */
export class BufferedMetric {
  readonly #pass: (values: readonly number[], labels: readonly string[]) => void;
  readonly #all = seriesOf([]);

  constructor(pass: (values: readonly number[], labels: readonly string[]) => void) {
    this.#pass = pass;
  }

  add(value: number, ...labels: string[]): void {
    let series = this.#all;
    for (const label of labels) series = series.further.get(label) ?? startSeries(series, label);
    if (series.values.push(value) >= MAX_WAITING) this.#passOn(series);
  }

  /** Passes on all pending values. */
  readonly flush = (): void => {
    this.#flush(this.#all);
  };

  #flush(series: Series): void {
    if (series.values.length > 0) this.#passOn(series);
    for (const further of series.further.values()) this.#flush(further);
  }

  #passOn(series: Series): void {
    const { values, labels } = series;
    series.values = [];
    this.#pass(values, labels);
  }
}

function startSeries(series: Series, label: string): Series {
  const begun = seriesOf([...series.labels, label]);
  series.further.set(label, begun);
  return begun;
}

function seriesOf(labels: readonly string[]): Series {
  return { labels, further: new Map(), values: [] };
}
