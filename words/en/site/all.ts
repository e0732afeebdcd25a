export * as day from './day.ts'
export * as times from './times.ts'
export * as timesSentences from './times-sentences.tsx'
