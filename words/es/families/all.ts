export * as ages from './ages.ts'
export * as components from './components.ts'
export * as patients from './patients.ts'
