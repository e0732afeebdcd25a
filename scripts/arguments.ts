import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * What a command was started with. Asked for `--help` it tells its usage and ends with 0; given an
 * option that it does not know, with 1.
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

/** A whole number from 1 up, as an option gives it; anything else is refused. */
export function readCount(usage: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) refuseArguments(usage)
  return count
}

/** Tells how the command is meant to be started, and ends it with 1. */
export function refuseArguments(usage: string): never {
  console.error(usage)
  process.exit(1)
}
