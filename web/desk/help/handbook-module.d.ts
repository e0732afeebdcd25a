declare module '#docs/handbook/*.md' {
  const page: import('./handbook.ts').HandbookPage
  export default page
}
