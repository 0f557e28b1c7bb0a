import { vi } from 'vitest';
import * as z from 'zod/v4';

/** Modules are loaded anew from here on. zod keeps the names of schemas, and is not loaded anew itself. */
export function loadAnew(): void {
  vi.resetModules();
  z.globalRegistry.clear();
}
