export * from '#shared/orn';
