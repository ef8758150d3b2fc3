/** Reports what the machine lacks, without a stack trace. */
module.exports.missing = (message) => Object.assign(new Error(message), { stack: message });
