import {
  createActorContext as createContextOfActor,
  useMachine as useRunningMachine,
} from '@xstate/react'
import { inspect } from './inspection.ts'

// The development server loads this module instead of @xstate/react, so that every machine of a
// page can be inspected without passing `inspect` through the screens. Child actors belong to their
// machine's system.

export * from '@xstate/react'

export const useMachine: typeof useRunningMachine = (machine, ...[options]) =>
  useRunningMachine(machine, ...([{ ...options, inspect }] as [never]))

export const createActorContext: typeof createContextOfActor = (logic, options) =>
  createContextOfActor(logic, { ...options, inspect })
