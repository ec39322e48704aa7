// Which file the page of each address is in. The routes are run, not read: each is asked for its page, and stopped where it imports it.
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

class Stopping extends ESModulesEvaluator {
  override runInlinedModule(context: ModuleRunnerContext, code: string) {
    const asked = (file: string) => Promise.reject(new PageImport(file));
    return super.runInlinedModule({ ...context, [ssrDynamicImportKey]: asked }, code);
  }
}

async function fileOf({ path, lazy }: RouteObject, root: string): Promise<[address: string, file: string]> {
  const asked: unknown = await Promise.resolve(typeof lazy === 'function' ? lazy() : lazy).catch((stopped: unknown) => stopped);
  if (!(asked instanceof PageImport)) throw new Error(`The route "${path}" imports no page: its lazy has to.`);
  return [`/${path}`, join(root, asked.file)];
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
    runnerOptions: { evaluator: new Stopping(), hmr: false },
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
