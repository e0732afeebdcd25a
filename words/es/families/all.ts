export * as components from './components.ts'
