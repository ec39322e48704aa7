/* What is asked for before the app's own code is there: before-paint.js, which no build reads, is told it by the page. */

/** Where this browser keeps the session. */
export const sessionKey = 'daftar-session';

/** Of the tables and functions, from the API's address on. */
export const restPath = '/rest/v1';

/** Who is signed in, and what they may. */
export const mePath = `${restPath}/rpc/me`;
