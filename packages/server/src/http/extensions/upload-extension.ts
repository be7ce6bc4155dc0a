import { operations } from '@extaudit/contract';
import { importPackage } from '../../domain/import-package.ts';
import { answer, route } from '../route.ts';

export const uploadExtension = route(operations.uploadExtension, async ({ file }, services) => {
  const { name, bytes } = await file('file');
  const uploaded = await importPackage(services, { kind: 'bytes', bytes, name });
  return answer(uploaded.created ? 201 : 200, uploaded);
});
