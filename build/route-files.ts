// Maps each route to its page's file: runs every route's lazy() and intercepts the dynamic import.
import { join } from 'node:path';
import type { RouteObject } from 'react-router-dom';
import { type Alias, createRunnableDevEnvironment, resolveConfig } from 'vite';
import { ESModulesEvaluator, type ModuleRunnerContext, ssrDynamicImportKey } from 'vite/module-runner';

class PageImport {
  readonly file: string;
  constructor(file: string) {
    this.file = file;
  }
}

class ImportInterceptor extends ESModulesEvaluator {
  override runInlinedModule(context: ModuleRunnerContext, code: string) {
    const recordImport = (file: string) => Promise.reject(new PageImport(file));
    return super.runInlinedModule({ ...context, [ssrDynamicImportKey]: recordImport }, code);
  }
}

async function fileOf({ path, lazy }: RouteObject, root: string): Promise<[address: string, file: string]> {
  const intercepted: unknown = await Promise.resolve(typeof lazy === 'function' ? lazy() : lazy).catch((error: unknown) => error);
  if (!(intercepted instanceof PageImport)) throw new Error(`The route "${path}" imports no page: its lazy has to.`);
  return [`/${path}`, join(root, intercepted.file)];
}

export async function routeFiles(root: string, alias: Alias[]): Promise<[address: string, file: string][]> {
  const config = await resolveConfig(
    {
      configFile: false,
      root,
      logLevel: 'error',
      resolve: { alias },
      environments: { routes: { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve: { external: true } } },
    },
    'serve',
  );
  const environment = createRunnableDevEnvironment('routes', config, {
    runnerOptions: { evaluator: new ImportInterceptor(), hmr: false },
    hot: false,
  });
  await environment.init();
  try {
    const { screens } = await environment.runner.import<{ screens: RouteObject[] }>('/app/registry.ts');
    return await Promise.all(screens.map((route) => fileOf(route, root)));
  } finally {
    await environment.close();
  }
}
