import { openStore } from '../../domain/process/open-store.ts'

// A process that does what each does first, as tests run it: `fork('open-store.ts', [dataDir])`.

const [dataDir = ''] = process.argv.slice(2)
openStore(dataDir).$client.close()
