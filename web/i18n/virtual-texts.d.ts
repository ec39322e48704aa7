declare module 'virtual:texts' {
  /** The URL of each language's texts. */
  const addresses: Record<'en' | 'ar', string>;
  export default addresses;
}
