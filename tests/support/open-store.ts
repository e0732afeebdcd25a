import { openStore } from '#domain/process/open-store.ts'

// A process that opens the store as every process does at its start: `fork('open-store.ts', [dataDir])`.

const [dataDir = ''] = process.argv.slice(2)
openStore(dataDir).$client.close()
