import validatorSelector from '@fastify/ajv-compiler';
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { ajvOptions } from './validation.ts';

/**
 * Puts Fastify's own compilers of schemas off to the first request that needs one: for all operations together they take
 * longer than the rest of a start.
 */
export function compileWhenAsked(app: FastifyInstance): void {
  const compileValidator = validatorSelector()({}, { customOptions: ajvOptions });
  const compileSerializer = serializerSelector()();
  app.setValidatorCompiler((route) => {
    let compiled: ReturnType<typeof compileValidator> | undefined;
    const validate: FastifyValidationResult = (data: unknown) => {
      // By its types it takes the schema alone, yet it reads a route:
      // https://github.com/fastify/ajv-compiler/blob/main/lib/validator-compiler.js
      compiled ??= compileValidator(route);
      const isValid = compiled(data) === true;
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  });
  app.setSerializerCompiler((route) => {
    let compiled: ReturnType<typeof compileSerializer> | undefined;
    return (data: unknown) => {
      compiled ??= compileSerializer(route as Parameters<typeof compileSerializer>[0]);
      return compiled(data);
    };
  });
}
