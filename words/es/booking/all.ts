export * as booked from './booked.ts'
export * as deadlines from './deadlines.ts'
export * as outcomes from './outcomes.ts'
