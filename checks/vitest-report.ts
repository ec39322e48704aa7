import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Failure {
  file: string;
  name: string;
  why: string | undefined;
}
export interface Report {
  passed: number;
  skipped: Omit<Failure, 'why'>[];
  failures: Failure[];
}

/* Writes the results that main.ts counts. Vitest's own JSON report leaves out errors in the hooks of a `describe` and outside of any
   test. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const failures = (file: string, name: string, errors: readonly SerializedError[]): Failure[] =>
      errors.map(({ stack, message }) => ({ file, name, why: stack ?? message }));
    const report: Report = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      skipped: tests
        .filter((test) => test.result().state === 'skipped')
        .map((test) => ({ file: test.module.moduleId, name: test.fullName })),
      failures: [
        ...modules.flatMap((module) => [
          ...failures(module.moduleId, 'the file itself', module.errors()),
          ...[...module.children.allSuites()].flatMap((suite) =>
            failures(module.moduleId, `${suite.fullName}: before or after its tests`, suite.errors()),
          ),
        ]),
        ...tests
          .filter((test) => !test.ok())
          .flatMap((test) => failures(test.module.moduleId, test.fullName, test.result().errors!.slice(0, 1))),
        ...failures('vitest', 'outside of every test', unhandled),
      ],
    };
    writeFileSync(process.env.DAFTAR_REPORT ?? '', JSON.stringify(report));
  }
}
