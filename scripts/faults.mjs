/** npm run faults: the fault tests with all their rounds. More arguments go to the test runner. */
process.env.FAULTS = 'full';
process.argv.splice(2, 0, 'faults');
await import('./test.mjs');
