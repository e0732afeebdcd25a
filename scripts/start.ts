// `npm start`: builds what is stale, then becomes the server, in the same process, so that a
// signal to it is a signal to the server.

const { describeStartFailure } = await import('../server/start-error.ts')
try {
  const { loadEnv } = await import('../server/load-env.ts')
  const { preflight } = await import('../server/preflight.ts')
  // Whatever is wrong with the settings is told before the build, which takes its time.
  await preflight(loadEnv())
  await build()
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
await import('../server/index.ts')

async function build(): Promise<void> {
  const { buildAllIfStale } = await import('./build-all.ts')
  const started = performance.now()
  if (await buildAllIfStale()) {
    console.log(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
}
