declare module 'virtual:handbook-tasks' {
  const tasks: readonly import('./handbook-tasks.ts').HandbookTask[]
  export default tasks
}
