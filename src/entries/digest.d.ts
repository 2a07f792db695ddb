/** The build resolves this to the digest of a file that it has written before. */
declare module 'digest:*' {
  const digest: string;
  export default digest;
}
