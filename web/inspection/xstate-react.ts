import {
  createActorContext as createContextOfActor,
  useMachine as useRunningMachine,
} from '@xstate/react'
import { inspect } from './inspection.ts'

// The development server loads this in the place of @xstate/react, so that every machine of a page
// can be watched and no screen has to pass `inspect` on. Children belong to their machine's system.

export * from '@xstate/react'

export const useMachine: typeof useRunningMachine = (machine, ...[options]) =>
  useRunningMachine(machine, ...([{ ...options, inspect }] as [never]))

export const createActorContext: typeof createContextOfActor = (logic, options) =>
  createContextOfActor(logic, { ...options, inspect })
