import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The axe violations of the page as it is now. There is one frame, and rows are alike: axe needs neither a second page nor later rows. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('tbody tr:nth-child(n+5)').setLegacyMode(true).analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
