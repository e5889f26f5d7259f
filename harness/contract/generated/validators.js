// Generated from openapi/ by `npm run generate`.
"use strict";
export const ResolveRequest = validate20;
const schema31 = {"description":"The bank account to resolve.","type":"object","required":["account_number","bank_code"],"x-gap":["request.unknown-fields","request.odd-values","request.unreadable-bodies"],"properties":{"account_number":{"description":"Number of the account.","type":"string","x-requirement":"enquiry.string-inputs","x-required-by":"enquiry.account-number-required"},"bank_code":{"description":"Code of the bank.","type":"string","x-requirement":"enquiry.string-inputs","x-required-by":"enquiry.bank-code-required"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.account_number === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_number"},message:"must have required property '"+"account_number"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.bank_code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bank_code"},message:"must have required property '"+"bank_code"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.account_number !== undefined){
if(typeof data.account_number !== "string"){
const err2 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.bank_code !== undefined){
if(typeof data.bank_code !== "string"){
const err3 = {instancePath:instancePath+"/bank_code",schemaPath:"#/properties/bank_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"account_number":true,"bank_code":true},"dynamicProps":false,"dynamicItems":false};

export const ResolveResult = validate21;
const schema32 = {"description":"A resolved enquiry.","type":"object","x-requirement":"enquiry.ok-body","required":["status","data"],"properties":{"status":{"description":"A boolean whose value is not specified.","type":"boolean","x-gap":"enquiry.ok-status-value"},"data":{"description":"The resolved account.","$ref":"#/components/schemas/VerifiedAccount"}}};
const schema33 = {"description":"The holder and the bank of an account.","type":"object","x-requirement":["enquiry.data","enquiry.same-account"],"required":["account_name","account_number","bank_code","bank_name"],"properties":{"account_name":{"description":"Name of the account holder.","type":"string"},"account_number":{"description":"Number of the account.","type":"string"},"bank_code":{"description":"Code of the bank.","type":"string"},"bank_name":{"description":"Name of the bank.","type":"string"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.data === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.status !== undefined){
if(typeof data.status !== "boolean"){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.data !== undefined){
let data1 = data.data;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.account_name === undefined){
const err3 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/VerifiedAccount/required",keyword:"required",params:{missingProperty: "account_name"},message:"must have required property '"+"account_name"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.account_number === undefined){
const err4 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/VerifiedAccount/required",keyword:"required",params:{missingProperty: "account_number"},message:"must have required property '"+"account_number"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.bank_code === undefined){
const err5 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/VerifiedAccount/required",keyword:"required",params:{missingProperty: "bank_code"},message:"must have required property '"+"bank_code"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.bank_name === undefined){
const err6 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/VerifiedAccount/required",keyword:"required",params:{missingProperty: "bank_name"},message:"must have required property '"+"bank_name"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.account_name !== undefined){
if(typeof data1.account_name !== "string"){
const err7 = {instancePath:instancePath+"/data/account_name",schemaPath:"#/components/schemas/VerifiedAccount/properties/account_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.account_number !== undefined){
if(typeof data1.account_number !== "string"){
const err8 = {instancePath:instancePath+"/data/account_number",schemaPath:"#/components/schemas/VerifiedAccount/properties/account_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.bank_code !== undefined){
if(typeof data1.bank_code !== "string"){
const err9 = {instancePath:instancePath+"/data/bank_code",schemaPath:"#/components/schemas/VerifiedAccount/properties/bank_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.bank_name !== undefined){
if(typeof data1.bank_name !== "string"){
const err10 = {instancePath:instancePath+"/data/bank_name",schemaPath:"#/components/schemas/VerifiedAccount/properties/bank_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/data",schemaPath:"#/components/schemas/VerifiedAccount/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"status":true,"data":true},"dynamicProps":false,"dynamicItems":false};

export const VerifiedAccount = validate22;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.account_name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_name"},message:"must have required property '"+"account_name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.account_number === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_number"},message:"must have required property '"+"account_number"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.bank_code === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bank_code"},message:"must have required property '"+"bank_code"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.bank_name === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bank_name"},message:"must have required property '"+"bank_name"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.account_name !== undefined){
if(typeof data.account_name !== "string"){
const err4 = {instancePath:instancePath+"/account_name",schemaPath:"#/properties/account_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.account_number !== undefined){
if(typeof data.account_number !== "string"){
const err5 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.bank_code !== undefined){
if(typeof data.bank_code !== "string"){
const err6 = {instancePath:instancePath+"/bank_code",schemaPath:"#/properties/bank_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.bank_name !== undefined){
if(typeof data.bank_name !== "string"){
const err7 = {instancePath:instancePath+"/bank_name",schemaPath:"#/properties/bank_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"account_name":true,"account_number":true,"bank_code":true,"bank_name":true},"dynamicProps":false,"dynamicItems":false};

export const EnquiryError = validate23;
const schema35 = {"description":"The error of a name enquiry.","type":"object","x-requirement":"enquiry.error-body","required":["code","error","status"],"properties":{"code":{"description":"Code of the error. Its values and their conditions are not specified.","type":"string","x-gap":"error.enquiry-codes"},"error":{"type":"string"},"status":{"description":"A boolean whose value is not specified.","type":"boolean","x-gap":"enquiry.ok-status-value"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.error === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"},message:"must have required property '"+"error"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.status === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err3 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.error !== undefined){
if(typeof data.error !== "string"){
const err4 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "boolean"){
const err5 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"code":true,"error":true,"status":true},"dynamicProps":false,"dynamicItems":false};

export const OnrampOrder = validate24;
const schema36 = {"description":"A source amount, converted into a destination amount at a quoted rate, for a destination address. Of a field\nwithout a description, the specification states the name and the type.\n","type":"object","x-requirement":["onramp.fields","onramp.converts","onramp.account-optional"],"required":["id","reference","customer_id","status","flow_type","execution_mode","source_currency","source_amount","destination_currency","destination_amount","destination_address","quoted_rate","metadata","created_at","updated_at"],"properties":{"id":{"description":"Identifier of the order.","$ref":"#/components/schemas/Identifier","x-requirement":"onramp.types"},"reference":{"type":"string","x-requirement":"onramp.types"},"customer_id":{"$ref":"#/components/schemas/Identifier","x-requirement":"onramp.types"},"status":{"type":"string","x-requirement":"onramp.types","x-gap":["onramp.status-values","states.names","states.transitions"]},"flow_type":{"type":"string","x-requirement":"onramp.types","x-gap":"onramp.flow-type-values"},"execution_mode":{"type":"string","x-requirement":"onramp.types","x-gap":"onramp.execution-mode-values"},"source_currency":{"type":"string","x-requirement":"onramp.types"},"source_amount":{"$ref":"#/components/schemas/DecimalString","x-requirement":"onramp.amounts"},"destination_currency":{"type":"string","x-requirement":"onramp.types"},"destination_amount":{"$ref":"#/components/schemas/DecimalString","x-requirement":"onramp.amounts"},"destination_address":{"type":"string","x-requirement":"onramp.types"},"quoted_rate":{"$ref":"#/components/schemas/DecimalString","x-requirement":"onramp.amounts","x-gap":"onramp.rate"},"metadata":{"description":"A free-form object.","type":"object","additionalProperties":true,"x-requirement":"onramp.metadata"},"created_at":{"$ref":"#/components/schemas/Timestamp","x-requirement":"onramp.types"},"updated_at":{"$ref":"#/components/schemas/Timestamp","x-requirement":"onramp.types"},"account":{"description":"The nested payment account record. How an order without one is written is not specified.","anyOf":[{"$ref":"#/components/schemas/AccountRecord"},{"type":"null"}],"x-gap":"onramp.account-presence"}}};
const schema37 = {"description":"An identifier. Its format is not specified.","type":"string","x-gap":"format.identifiers"};
const schema39 = {"title":"decimal string","description":"A decimal number, written as a string. Bounds are not specified.","type":"string","pattern":"^-?[0-9]+(\\.[0-9]+)?$","not":{"pattern":"[^0-9.-]"},"x-requirement":"wire.decimal-strings","x-gap":["limits.amounts","format.decimals"]};
const schema42 = {"title":"timestamp string","description":"A timestamp. Its format is not specified.","type":"string","pattern":"^$|[1-9]","x-gap":"format.timestamps"};
const pattern4 = new RegExp("[^0-9.-]", "u");
const pattern5 = new RegExp("^-?[0-9]+(\\.[0-9]+)?$", "u");
const pattern10 = new RegExp("^$|[1-9]", "u");
const schema44 = {"description":"A payment account record. Of its fields, the specification states the names and the types.","type":"object","x-requirement":"account.fields","required":["id","reference","provider","provider_reference","type","status","account_name","account_number","bank_code","bank_name","amount","created_at","expires_at","updated_at"],"properties":{"id":{"$ref":"#/components/schemas/Identifier","x-requirement":"account.types"},"reference":{"type":"string","x-requirement":"account.types"},"provider":{"type":"string","x-requirement":"account.types","x-gap":"account.provider-values"},"provider_reference":{"type":"string","x-requirement":"account.types"},"type":{"type":"string","x-requirement":"account.types","x-gap":"account.type-values"},"status":{"type":"string","x-requirement":"account.types","x-gap":"account.status-values"},"account_name":{"type":"string","x-requirement":"account.types"},"account_number":{"type":"string","x-requirement":"account.types"},"bank_code":{"type":"string","x-requirement":"account.types"},"bank_name":{"type":"string","x-requirement":"account.types"},"amount":{"$ref":"#/components/schemas/DecimalString","x-requirement":"account.amount"},"created_at":{"$ref":"#/components/schemas/Timestamp","x-requirement":"account.types"},"expires_at":{"$ref":"#/components/schemas/Timestamp","x-requirement":"account.types"},"updated_at":{"$ref":"#/components/schemas/Timestamp","x-requirement":"account.types"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reference === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reference"},message:"must have required property '"+"reference"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.provider === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.provider_reference === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider_reference"},message:"must have required property '"+"provider_reference"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.type === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.status === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.account_name === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_name"},message:"must have required property '"+"account_name"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.account_number === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account_number"},message:"must have required property '"+"account_number"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.bank_code === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bank_code"},message:"must have required property '"+"bank_code"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.bank_name === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bank_name"},message:"must have required property '"+"bank_name"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.amount === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.created_at === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.expires_at === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"},message:"must have required property '"+"expires_at"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.updated_at === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"},message:"must have required property '"+"updated_at"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err14 = {instancePath:instancePath+"/id",schemaPath:"#/components/schemas/Identifier/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.reference !== undefined){
if(typeof data.reference !== "string"){
const err15 = {instancePath:instancePath+"/reference",schemaPath:"#/properties/reference/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.provider !== undefined){
if(typeof data.provider !== "string"){
const err16 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.provider_reference !== undefined){
if(typeof data.provider_reference !== "string"){
const err17 = {instancePath:instancePath+"/provider_reference",schemaPath:"#/properties/provider_reference/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err18 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "string"){
const err19 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.account_name !== undefined){
if(typeof data.account_name !== "string"){
const err20 = {instancePath:instancePath+"/account_name",schemaPath:"#/properties/account_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.account_number !== undefined){
if(typeof data.account_number !== "string"){
const err21 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.bank_code !== undefined){
if(typeof data.bank_code !== "string"){
const err22 = {instancePath:instancePath+"/bank_code",schemaPath:"#/properties/bank_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.bank_name !== undefined){
if(typeof data.bank_name !== "string"){
const err23 = {instancePath:instancePath+"/bank_name",schemaPath:"#/properties/bank_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.amount !== undefined){
let data10 = data.amount;
const _errs25 = errors;
const _errs26 = errors;
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err24 = {};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var valid3 = _errs26 === errors;
if(valid3){
const err25 = {instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/DecimalString/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
if(typeof data10 === "string"){
if(!pattern5.test(data10)){
const err26 = {instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/DecimalString/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/amount",schemaPath:"#/components/schemas/DecimalString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.created_at !== undefined){
let data11 = data.created_at;
if(typeof data11 === "string"){
if(!pattern10.test(data11)){
const err28 = {instancePath:instancePath+"/created_at",schemaPath:"#/components/schemas/Timestamp/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/created_at",schemaPath:"#/components/schemas/Timestamp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data12 = data.expires_at;
if(typeof data12 === "string"){
if(!pattern10.test(data12)){
const err30 = {instancePath:instancePath+"/expires_at",schemaPath:"#/components/schemas/Timestamp/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/expires_at",schemaPath:"#/components/schemas/Timestamp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data13 = data.updated_at;
if(typeof data13 === "string"){
if(!pattern10.test(data13)){
const err32 = {instancePath:instancePath+"/updated_at",schemaPath:"#/components/schemas/Timestamp/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/updated_at",schemaPath:"#/components/schemas/Timestamp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"id":true,"reference":true,"provider":true,"provider_reference":true,"type":true,"status":true,"account_name":true,"account_number":true,"bank_code":true,"bank_name":true,"amount":true,"created_at":true,"expires_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reference === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reference"},message:"must have required property '"+"reference"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.customer_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "customer_id"},message:"must have required property '"+"customer_id"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.flow_type === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "flow_type"},message:"must have required property '"+"flow_type"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.execution_mode === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "execution_mode"},message:"must have required property '"+"execution_mode"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.source_currency === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source_currency"},message:"must have required property '"+"source_currency"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.source_amount === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source_amount"},message:"must have required property '"+"source_amount"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.destination_currency === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination_currency"},message:"must have required property '"+"destination_currency"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.destination_amount === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination_amount"},message:"must have required property '"+"destination_amount"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.destination_address === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination_address"},message:"must have required property '"+"destination_address"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.quoted_rate === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quoted_rate"},message:"must have required property '"+"quoted_rate"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.metadata === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "metadata"},message:"must have required property '"+"metadata"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.created_at === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.updated_at === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"},message:"must have required property '"+"updated_at"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err15 = {instancePath:instancePath+"/id",schemaPath:"#/components/schemas/Identifier/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.reference !== undefined){
if(typeof data.reference !== "string"){
const err16 = {instancePath:instancePath+"/reference",schemaPath:"#/properties/reference/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.customer_id !== undefined){
if(typeof data.customer_id !== "string"){
const err17 = {instancePath:instancePath+"/customer_id",schemaPath:"#/components/schemas/Identifier/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "string"){
const err18 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.flow_type !== undefined){
if(typeof data.flow_type !== "string"){
const err19 = {instancePath:instancePath+"/flow_type",schemaPath:"#/properties/flow_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.execution_mode !== undefined){
if(typeof data.execution_mode !== "string"){
const err20 = {instancePath:instancePath+"/execution_mode",schemaPath:"#/properties/execution_mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.source_currency !== undefined){
if(typeof data.source_currency !== "string"){
const err21 = {instancePath:instancePath+"/source_currency",schemaPath:"#/properties/source_currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.source_amount !== undefined){
let data7 = data.source_amount;
const _errs20 = errors;
const _errs21 = errors;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var valid4 = _errs21 === errors;
if(valid4){
const err23 = {instancePath:instancePath+"/source_amount",schemaPath:"#/components/schemas/DecimalString/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
if(typeof data7 === "string"){
if(!pattern5.test(data7)){
const err24 = {instancePath:instancePath+"/source_amount",schemaPath:"#/components/schemas/DecimalString/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/source_amount",schemaPath:"#/components/schemas/DecimalString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.destination_currency !== undefined){
if(typeof data.destination_currency !== "string"){
const err26 = {instancePath:instancePath+"/destination_currency",schemaPath:"#/properties/destination_currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.destination_amount !== undefined){
let data9 = data.destination_amount;
const _errs27 = errors;
const _errs28 = errors;
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err27 = {};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var valid6 = _errs28 === errors;
if(valid6){
const err28 = {instancePath:instancePath+"/destination_amount",schemaPath:"#/components/schemas/DecimalString/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
if(typeof data9 === "string"){
if(!pattern5.test(data9)){
const err29 = {instancePath:instancePath+"/destination_amount",schemaPath:"#/components/schemas/DecimalString/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/destination_amount",schemaPath:"#/components/schemas/DecimalString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.destination_address !== undefined){
if(typeof data.destination_address !== "string"){
const err31 = {instancePath:instancePath+"/destination_address",schemaPath:"#/properties/destination_address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.quoted_rate !== undefined){
let data11 = data.quoted_rate;
const _errs34 = errors;
const _errs35 = errors;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err32 = {};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
var valid8 = _errs35 === errors;
if(valid8){
const err33 = {instancePath:instancePath+"/quoted_rate",schemaPath:"#/components/schemas/DecimalString/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
const err34 = {instancePath:instancePath+"/quoted_rate",schemaPath:"#/components/schemas/DecimalString/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/quoted_rate",schemaPath:"#/components/schemas/DecimalString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.metadata !== undefined){
let data12 = data.metadata;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
}
else {
const err36 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.created_at !== undefined){
let data13 = data.created_at;
if(typeof data13 === "string"){
if(!pattern10.test(data13)){
const err37 = {instancePath:instancePath+"/created_at",schemaPath:"#/components/schemas/Timestamp/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/created_at",schemaPath:"#/components/schemas/Timestamp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data14 = data.updated_at;
if(typeof data14 === "string"){
if(!pattern10.test(data14)){
const err39 = {instancePath:instancePath+"/updated_at",schemaPath:"#/components/schemas/Timestamp/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/updated_at",schemaPath:"#/components/schemas/Timestamp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.account !== undefined){
let data15 = data.account;
const _errs46 = errors;
let valid11 = false;
const _errs47 = errors;
if(!(validate25(data15, {instancePath:instancePath+"/account",parentData:data,parentDataProperty:"account",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var _valid0 = _errs47 === errors;
valid11 = valid11 || _valid0;
if(_valid0){
var props0 = {};
props0.id = true;
props0.reference = true;
props0.provider = true;
props0.provider_reference = true;
props0.type = true;
props0.status = true;
props0.account_name = true;
props0.account_number = true;
props0.bank_code = true;
props0.bank_name = true;
props0.amount = true;
props0.created_at = true;
props0.expires_at = true;
props0.updated_at = true;
}
const _errs48 = errors;
if(data15 !== null){
const err41 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid0 = _errs48 === errors;
valid11 = valid11 || _valid0;
if(!valid11){
const err42 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
errors = _errs46;
if(vErrors !== null){
if(_errs46){
vErrors.length = _errs46;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err43 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"id":true,"reference":true,"customer_id":true,"status":true,"flow_type":true,"execution_mode":true,"source_currency":true,"source_amount":true,"destination_currency":true,"destination_amount":true,"destination_address":true,"quoted_rate":true,"metadata":true,"created_at":true,"updated_at":true,"account":true},"dynamicProps":false,"dynamicItems":false};

export const AccountRecord = validate25;

export const OnrampError = validate27;
const schema50 = {"description":"The error of an onramp order request.","type":"object","x-requirement":"onramp.error-body","required":["code","message"],"properties":{"code":{"description":"Code of the error. Its values and their conditions are not specified.","type":"string","x-gap":"error.onramp-codes"},"message":{"type":"string"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err2 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err3 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"code":true,"message":true},"dynamicProps":false,"dynamicItems":false};

export const SimulateRequest = validate28;
const schema51 = {"description":"One step of a collection order.","type":"object","x-requirement":"simulate.optional-fields","x-gap":["request.unknown-fields","request.odd-values","request.unreadable-bodies"],"required":["event"],"properties":{"event":{"description":"- `deposit_detected`: a deposit for the order has landed\n- `deposit_confirmed`: the deposit is confirmed on-chain\n- `disburse`: the order settles and the disbursement completes\n- `wrong_chain`: the deposit arrived on the wrong network\n- `expire`: the order's locked quote expires unpaid\n- `fail`: the order fails\n","type":"string","enum":["deposit_detected","deposit_confirmed","disburse","wrong_chain","expire","fail"],"x-requirement":["simulate.event-values","simulate.deposit-detected","simulate.deposit-confirmed","simulate.disburse","simulate.wrong-chain","simulate.expire","simulate.fail"],"x-required-by":"simulate.event-required"},"received_amount":{"description":"Only with `deposit_detected`. The received amount, to force an amount mismatch.","$ref":"#/components/schemas/DecimalString","x-requirement":"simulate.received-amount","x-gap":["simulate.mismatch-outcome","simulate.amount-unit","simulate.defaults"]},"received_network":{"description":"Only with `wrong_chain`. The network on which the deposit arrived.","type":"string","x-requirement":"simulate.received-network","x-gap":["simulate.networks","simulate.defaults"]}},"oneOf":[{"required":["event"],"properties":{"event":{"const":"deposit_detected"},"received_network":false},"x-requirement":"simulate.only-own-event"},{"required":["event"],"properties":{"event":{"const":"wrong_chain"},"received_amount":false},"x-requirement":"simulate.only-own-event"},{"required":["event"],"properties":{"event":{"enum":["deposit_confirmed","disburse","expire","fail"]},"received_amount":false,"received_network":false},"x-requirement":"simulate.only-own-event"}],"discriminator":{"propertyName":"event"}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.event !== undefined){
let data0 = data.event;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/event",schemaPath:"#/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((((((data0 === "deposit_detected") || (data0 === "deposit_confirmed")) || (data0 === "disburse")) || (data0 === "wrong_chain")) || (data0 === "expire")) || (data0 === "fail"))){
const err2 = {instancePath:instancePath+"/event",schemaPath:"#/properties/event/enum",keyword:"enum",params:{allowedValues: schema51.properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.received_amount !== undefined){
let data1 = data.received_amount;
const _errs7 = errors;
const _errs8 = errors;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var valid2 = _errs8 === errors;
if(valid2){
const err4 = {instancePath:instancePath+"/received_amount",schemaPath:"#/components/schemas/DecimalString/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err5 = {instancePath:instancePath+"/received_amount",schemaPath:"#/components/schemas/DecimalString/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/received_amount",schemaPath:"#/components/schemas/DecimalString/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.received_network !== undefined){
if(typeof data.received_network !== "string"){
const err7 = {instancePath:instancePath+"/received_network",schemaPath:"#/properties/received_network/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
const tag0 = data.event;
if(typeof tag0 == "string"){
if(tag0 === "deposit_detected"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err8 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.event !== undefined){
if("deposit_detected" !== data.event){
const err9 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/0/properties/event/const",keyword:"const",params:{allowedValue: "deposit_detected"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.received_network !== undefined){
const err10 = {instancePath:instancePath+"/received_network",schemaPath:"#/oneOf/0/properties/received_network/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var props0 = {};
props0.event = true;
props0.received_network = true;
props0.received_amount = true;
}
else if(tag0 === "wrong_chain"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err11 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.event !== undefined){
if("wrong_chain" !== data.event){
const err12 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/1/properties/event/const",keyword:"const",params:{allowedValue: "wrong_chain"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.received_amount !== undefined){
const err13 = {instancePath:instancePath+"/received_amount",schemaPath:"#/oneOf/1/properties/received_amount/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.event = true;
props0.received_amount = true;
}
}
else if(tag0 === "deposit_confirmed"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err14 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.event !== undefined){
let data7 = data.event;
if(!((((data7 === "deposit_confirmed") || (data7 === "disburse")) || (data7 === "expire")) || (data7 === "fail"))){
const err15 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/2/properties/event/enum",keyword:"enum",params:{allowedValues: schema51.oneOf[2].properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.received_amount !== undefined){
const err16 = {instancePath:instancePath+"/received_amount",schemaPath:"#/oneOf/2/properties/received_amount/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.received_network !== undefined){
const err17 = {instancePath:instancePath+"/received_network",schemaPath:"#/oneOf/2/properties/received_network/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.event = true;
props0.received_amount = true;
props0.received_network = true;
}
}
else if(tag0 === "disburse"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err18 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.event !== undefined){
let data10 = data.event;
if(!((((data10 === "deposit_confirmed") || (data10 === "disburse")) || (data10 === "expire")) || (data10 === "fail"))){
const err19 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/2/properties/event/enum",keyword:"enum",params:{allowedValues: schema51.oneOf[2].properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.received_amount !== undefined){
const err20 = {instancePath:instancePath+"/received_amount",schemaPath:"#/oneOf/2/properties/received_amount/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.received_network !== undefined){
const err21 = {instancePath:instancePath+"/received_network",schemaPath:"#/oneOf/2/properties/received_network/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.event = true;
props0.received_amount = true;
props0.received_network = true;
}
}
else if(tag0 === "expire"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err22 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.event !== undefined){
let data13 = data.event;
if(!((((data13 === "deposit_confirmed") || (data13 === "disburse")) || (data13 === "expire")) || (data13 === "fail"))){
const err23 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/2/properties/event/enum",keyword:"enum",params:{allowedValues: schema51.oneOf[2].properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.received_amount !== undefined){
const err24 = {instancePath:instancePath+"/received_amount",schemaPath:"#/oneOf/2/properties/received_amount/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.received_network !== undefined){
const err25 = {instancePath:instancePath+"/received_network",schemaPath:"#/oneOf/2/properties/received_network/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.event = true;
props0.received_amount = true;
props0.received_network = true;
}
}
else if(tag0 === "fail"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event === undefined){
const err26 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.event !== undefined){
let data16 = data.event;
if(!((((data16 === "deposit_confirmed") || (data16 === "disburse")) || (data16 === "expire")) || (data16 === "fail"))){
const err27 = {instancePath:instancePath+"/event",schemaPath:"#/oneOf/2/properties/event/enum",keyword:"enum",params:{allowedValues: schema51.oneOf[2].properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.received_amount !== undefined){
const err28 = {instancePath:instancePath+"/received_amount",schemaPath:"#/oneOf/2/properties/received_amount/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.received_network !== undefined){
const err29 = {instancePath:instancePath+"/received_network",schemaPath:"#/oneOf/2/properties/received_network/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.event = true;
props0.received_amount = true;
props0.received_network = true;
}
}
else {
const err30 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "event", tagValue: tag0},message:"value of tag \"event\" must be in oneOf"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "event", tagValue: tag0},message:"tag \"event\" must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
validate28.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate28.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const WebhookEvent = validate29;
const schema53 = {"description":"The event. The receiver de-duplicates on its id. The fields that hold the event id, the event name and the order\nare not specified.\n","type":"object","additionalProperties":true,"x-requirement":["event.id","event.id-kept"],"x-gap":["event.fields","event.id-field","event.type-field","event.order-field","event.names"]};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const DecimalString = validate30;

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
const _errs2 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(typeof data === "string"){
if(!pattern5.test(data)){
const err2 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"dynamicProps":false,"dynamicItems":false};

export const Identifier = validate31;

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"dynamicProps":false,"dynamicItems":false};

export const Timestamp = validate32;

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern10.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^$|[1-9]"},message:"must match pattern \""+"^$|[1-9]"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"dynamicProps":false,"dynamicItems":false};

export const Open = validate33;
const schema57 = {"description":"Any value; not specified."};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
validate33.errors = null;
return true;
}
validate33.evaluated = {"dynamicProps":false,"dynamicItems":false};

