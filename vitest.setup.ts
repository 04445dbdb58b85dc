import fc from 'fast-check';

// A run can be repeated: properties see the same samples each time, unless a seed or chance is asked for.
const { PROPERTY_SEED = '20261122' } = process.env;
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
