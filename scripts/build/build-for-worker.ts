import { buildIfStale } from './build-all.ts'
import { SERVER } from './build-outputs.ts'

// The first half of `npm run worker`.
await buildIfStale(SERVER)
