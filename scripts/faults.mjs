/** npm run faults: the fault tests with all their rounds. Further words are handed to the runner. */
process.env.FAULTS = 'full';
process.argv.splice(2, 0, 'faults');
await import('./test.mjs');
