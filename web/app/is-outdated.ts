/** The failed load of a module or its styles, in the words of Chromium and Firefox, of WebKit (also where a page came in its place), and of
    Vite. */
const failedLoad = /dynamically imported module|importing a module script|valid JavaScript MIME type|preload CSS/i;

/** Whether a module could not be loaded, as after a new version was deployed since the page was opened. */
export const isOutdated = (error: unknown): boolean => error instanceof Error && failedLoad.test(error.message);
