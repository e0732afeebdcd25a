import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * Parses the command line. Prints the usage and exits with 0 for `--help`, with 1 for an unknown
 * option.
 */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch {
    refuseArguments(usage)
  }
}

/** Parses an option as an integer of at least 1; prints the usage and exits with 1 otherwise. */
export function readCount(usage: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) refuseArguments(usage)
  return count
}

/** Prints the usage and exits with 1. */
export function refuseArguments(usage: string): never {
  console.error(usage)
  process.exit(1)
}
