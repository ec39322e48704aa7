/* Constants of the request that before-paint.js sends before the app's code is loaded; not bundled, it gets them from the page. */

/** The storage key of the session. */
export const sessionKey = 'daftar-session';

/** The path of tables and functions below the API's URL. */
export const restPath = '/rest/v1';

/** The path of the function that answers the user's profile, permissions, branches and settings. */
export const mePath = `${restPath}/rpc/me`;
