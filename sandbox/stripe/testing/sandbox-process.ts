import { startStripeSandbox } from '../server.ts'
import { secretKey, webhookSecret } from './keys.ts'

// A sandbox in its own process, for tests that kill it: `node sandbox-process.ts <dataDir> [webhookUrl]`.
const [, , dataDir = '', webhookUrl] = process.argv
const sandbox = await startStripeSandbox({
  port: 0,
  dataDir,
  secretKey,
  webhookSecret,
  ...(webhookUrl && { webhookUrl }),
})
process.stdout.write(`${sandbox.port}\n`)
