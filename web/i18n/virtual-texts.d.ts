declare module 'virtual:texts' {
  /** Where each language's texts lie. */
  const addresses: Record<'en' | 'ar', string>;
  export default addresses;
}
