import fc from 'fast-check';

// Property tests use the same samples in each run, unless PROPERTY_SEED says otherwise.
const { PROPERTY_SEED = '20261122' } = process.env;
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
